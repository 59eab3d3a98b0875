/** Sets or, with null, removes a parameter of the address. Not by the router, which would load the screen again. */
export function replaceParameter(name: string, value: string | null): void {
  const address = new URL(location.href);
  if (address.searchParams.get(name) === value) return;
  if (value === null) address.searchParams.delete(name);
  else address.searchParams.set(name, value);
  history.replaceState(history.state, '', address);
}

/** Removes a parameter that has done its work, so that a reload and Back do not begin with it again. */
export const forgetParameter = (name: string): void => replaceParameter(name, null);
