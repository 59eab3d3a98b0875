/**
 * Takes a parameter that has served its turn out of the address, so that a reload and Back do not begin with it again. Not
 * by the router, which would load the screen anew.
 */
export function forgetParameter(name: string): void {
  const address = new URL(location.href);
  if (!address.searchParams.has(name)) return;
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}
