/** An exported function that refuses, counts or hides something, and what stands in its place when the guard is removed. */
export type Guard = {
  /** What no longer holds without it; unique. */
  guard: string;
  file: string;
  /** The name of the exported function. */
  name: string;
  /**
   * An expression for the function that replaces it, in JavaScript. It sees everything that its module sees; `original` is the
   * replaced function.
   */
  put: string;
  /** Each of these test files must fail. */
  tests: readonly string[];
};

/** Names the guards of one module. */
export const guardsOf =
  (file: string) =>
  (name: string, guard: string, put: string, ...tests: string[]): Guard => ({
    guard,
    file,
    name,
    put,
    tests,
  });
