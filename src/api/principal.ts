/** Who asks. `permissions` may hold names that only other doors know. */
export type Principal = {
  readonly id: string;
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
};
