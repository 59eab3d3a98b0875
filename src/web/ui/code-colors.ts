/** Longer or slower code keeps one colour. */
const maxCharacters = 20_000;
const longestMs = 1_500;

let worker: Worker | undefined;
let last: Promise<void> = Promise.resolve();

/** @returns escaped HTML; null on failure or timeout */
async function highlighted(code: string, language: string): Promise<string | null> {
  worker ??= new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  const running = worker;
  const answer = await new Promise<string | null>((resolve) => {
    const once = { once: true, signal: AbortSignal.timeout(longestMs) };
    once.signal.addEventListener('abort', () => resolve(null));
    running.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data), once);
    running.addEventListener('error', () => resolve(null), once);
    running.postMessage({ code, language });
  });
  if (answer === null) {
    running.terminate();
    worker = undefined;
  }
  return answer;
}

async function color(element: HTMLElement): Promise<void> {
  const { textContent: code } = element;
  const language = element.dataset['language'];
  const isDone = element.childElementCount > 0;
  if (isDone || !element.isConnected || language === undefined || code.length > maxCharacters) return;
  const html = await highlighted(code, language);
  // After an edit the page has another element.
  if (html !== null) element.innerHTML = html;
}

/**
 * Colours a `code` with a `data-language`, one at a time in a worker: typed text may keep a language's
 * patterns busy for ever.
 */
export function colorCode(element: HTMLElement): void {
  if (typeof Worker === 'undefined') return;
  last = last.then(() => color(element)).catch(() => undefined);
}
