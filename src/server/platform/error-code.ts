/** Of the system, a driver or Node (`ENOENT`); '' without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
