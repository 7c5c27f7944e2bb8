/** Which model answers, as the site is set up. The key is never part of it: `secret` names it. */
export type ModelSettings =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'openai';
      readonly baseUrl: string;
      readonly model: string;
      readonly secret: string | null;
    }
  | { readonly kind: 'builtin' };
