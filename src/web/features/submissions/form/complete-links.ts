/** Domain and path: `github.com/asha/queue`, not `main.py` or `src/main.py`. */
const bareAddress = /(?<=^|\s)(?:[a-z0-9-]+\.)+[a-z]{2,}\/\S*/gi;
/** No path, but `www.`. */
const bareHost = /(?<=^|\s)www\.(?:[a-z0-9-]+\.)+[a-z]{2,}(?=\s|$)/gi;

/** Only whole addresses become links; other text stays. */
export function completeLinks(typed: string): string {
  return typed.replace(bareAddress, 'https://$&').replace(bareHost, 'https://$&');
}
