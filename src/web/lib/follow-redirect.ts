/** Milliseconds. */
const patienceMs = 5_000;

/**
 * Loads the document when the portal redirects an address, such as a batch's former name; then never returns.
 */
export async function followRedirect(address: string): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(address, { redirect: 'manual', signal }).catch(() => null);
  void answer?.body?.cancel().catch(() => undefined);
  if (answer?.type !== 'opaqueredirect') return;
  // The open address still has its `#`.
  if (location.href.split('#', 1)[0] === address) location.reload();
  else location.assign(address);
  return new Promise(() => {});
}
