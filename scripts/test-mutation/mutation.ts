/** A guard, how it is taken away, and the tests that must notice. */
export type Mutation = {
  /** What is no longer so without it. */
  guard: string;
  file: string;
  /** Stands exactly once in the file … */
  take: string;
  /** … and this in its place. */
  put: string;
  /** Of them at least one must fail. */
  tests: readonly string[];
};

/** Guards of one kind: what they are called together, and each with its change. */
export type Guards = Record<string, Omit<Mutation, 'guard'>>;
