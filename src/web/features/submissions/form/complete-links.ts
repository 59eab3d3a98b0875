/** A domain and a path, as people type an address: `github.com/asha/queue`, not `main.py` or `src/main.py`. */
const bareAddress = /(?<=^|\s)(?:[a-z0-9-]+\.)+[a-z]{2,}\/\S*/gi;
/** The same without a path, where it says that it is one. */
const bareHost = /(?<=^|\s)www\.(?:[a-z0-9-]+\.)+[a-z]{2,}(?=\s|$)/gi;

/** Puts `https://` before addresses that were typed without, since only whole addresses become links; the rest stays. */
export function completeLinks(typed: string): string {
  return typed.replace(bareAddress, 'https://$&').replace(bareHost, 'https://$&');
}
