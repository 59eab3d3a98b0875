/** A longer code keeps one colour, and so does one whose colours take longer than this. */
const maxCharacters = 20_000;
const longestMs = 1_500;

let worker: Worker | undefined;
let last: Promise<void> = Promise.resolve();

/** @returns escaped HTML; null where it took too long, or cannot be had */
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
  // After an edit this element is none of the page's any more: the new text has its own.
  if (html !== null) element.innerHTML = html;
}

/**
 * Gives a `code` with a `data-language` its colours, one after the other and in a thread of its own: what somebody has written may
 * keep the patterns of a language busy for ever, and no reader's page stands still for it.
 */
export function colorCode(element: HTMLElement): void {
  if (typeof Worker === 'undefined') return;
  last = last.then(() => color(element)).catch(() => undefined);
}
