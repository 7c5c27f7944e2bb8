/** Everything that a caller can be allowed to do. A door names one of these and nothing else (META-9). */
export const PERMISSIONS = [
  'administer',
  'view workflows',
  'edit workflows',
  'execute workflows',
  'view own runs',
  'view any runs',
  'control runs',
  'view own sessions',
  'view any sessions',
  'drive own sessions',
  'resolve interrupts',
  'resolve interrupts by callback',
  'import untrusted bundles',
  'manage confirmations',
  'edit node types',
  'edit lanes',
] as const;
export type Permission = (typeof PERMISSIONS)[number];
