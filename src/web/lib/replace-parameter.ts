/** Null removes it. Not by the router, which would load the screen again. */
export function replaceParameter(name: string, value: string | null): void {
  const address = new URL(location.href);
  if (address.searchParams.get(name) === value) return;
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(history.state, '', address);
}

/** A reload and Back then do not repeat it. */
export const forgetParameter = (name: string): void => replaceParameter(name, null);
