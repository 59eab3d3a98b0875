/** How long a screen waits to hear whether its address leads on, in milliseconds. */
const patienceMs = 5_000;

/**
 * Loads the document where the portal leads on from an address, as from a batch's former name; it then never returns. A document
 * brings the present names along.
 */
export async function followRedirect(address: string): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(address, { redirect: 'manual', signal }).catch(() => null);
  void answer?.body?.cancel().catch(() => undefined);
  if (answer?.type !== 'opaqueredirect') return;
  // The address that is open has its `#` still.
  if (location.href.split('#', 1)[0] === address) location.reload();
  else location.assign(address);
  return new Promise(() => {});
}
