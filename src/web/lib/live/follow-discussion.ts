import type { QuestionChange } from '#contract/forum/calls';
import { paths } from '#contract/paths';
import { callAddress } from '../calls/call-address.ts';

/** How often is looked while nothing can be followed, and when a stream that says nothing is given up, in milliseconds. */
const lookMs = 20_000;
const silentMs = 50_000;
/** After a refusal the stream is asked for again; each time in a row waits twice as long, in milliseconds. */
const retryMs = { first: 5_000, most: 60_000 };
/** A page that is hidden for so long follows nothing, in milliseconds. */
const hiddenMs = 10_000;

type Message =
  | { type: 'told'; version: number; change: QuestionChange | null }
  /** A page has begun to follow; whoever has the stream answers how far it has come. */
  | { type: 'begun' }
  | { type: 'at'; version: number }
  | { type: 'look' };

type Following = {
  /** What stands in the call's path. */
  s_id: string;
  /** The version of the discussion that the page has. */
  seen: number;
  onChange: (change: QuestionChange, version: number) => void;
  /** More may have changed than is told: look at the discussion. */
  onLook: () => void;
};

/**
 * Follows a discussion while the page is visible. Of all pages of a browser one has the stream, by a lock, and tells the others.
 * Where there is none, all look every 20 seconds.
 * @returns ends it
 */
export function followDiscussion({ s_id, seen, onChange, onLook }: Following): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const name = `capstone discussion ${s_id}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  let version = seen;
  let leading: AbortController | null = null;
  let isOpen = false;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function hear(message: Message): void {
    if (message.type === 'look') return onLook();
    if (message.type === 'begun') {
      if (isOpen) channel?.postMessage({ type: 'at', version } satisfies Message);
      return;
    }
    const { version: newest } = message;
    const change = message.type === 'told' ? message.change : null;
    // A database that was restored has counted less far.
    const isAsked = message.type === 'told' && change === null;
    if (newest <= version && !isAsked) return;
    version = newest;
    if (change === null) onLook();
    else onChange(change, newest);
  }

  function tell(message: Message): void {
    hear(message);
    channel?.postMessage(message);
  }

  /** Opens the stream; resolves when the browser has given it up, or it has said nothing for too long. */
  function listen(signal: AbortSignal): Promise<{ wasOpen: boolean }> {
    return new Promise((resolve) => {
      const address = callAddress(paths.followDiscussion.path, { s_id }, { after: version });
      const source = new EventSource(address);
      let wasOpen = false;
      let silence: ReturnType<typeof setTimeout> | undefined;
      const close = () => {
        clearTimeout(silence);
        source.close();
        isOpen = false;
        signal.removeEventListener('abort', close);
        resolve({ wasOpen });
      };
      const hearOf = () => {
        clearTimeout(silence);
        silence = setTimeout(close, silentMs);
      };
      source.addEventListener('open', () => {
        wasOpen = true;
        isOpen = true;
        hearOf();
      });
      // The browser comes again by itself, but after a refusal.
      source.addEventListener('error', () => {
        isOpen = false;
        if (source.readyState === EventSource.CLOSED) close();
      });
      source.addEventListener('beat', hearOf);
      source.addEventListener('question', ({ data, lastEventId }: MessageEvent<string>) => {
        hearOf();
        tell({ type: 'told', version: Number(lastEventId), change: JSON.parse(data) as QuestionChange });
      });
      source.addEventListener('refresh', ({ lastEventId }: MessageEvent<string>) => {
        hearOf();
        tell({ type: 'told', version: Number(lastEventId), change: null });
      });
      signal.addEventListener('abort', close);
      hearOf();
    });
  }

  async function lead(signal: AbortSignal): Promise<void> {
    const looking = setInterval(() => {
      if (!isOpen && navigator.onLine) tell({ type: 'look' });
    }, lookMs);
    let wait = retryMs.first;
    while (!signal.aborted) {
      const { wasOpen } = await listen(signal);
      wait = wasOpen ? retryMs.first : Math.min(2 * wait, retryMs.most);
      if (signal.aborted) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait * (0.8 + 0.4 * Math.random()));
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      });
    }
    clearInterval(looking);
  }

  function begin(): void {
    clearTimeout(hiding);
    if (leading !== null) return;
    const { signal } = (leading = new AbortController());
    channel?.postMessage({ type: 'begun' } satisfies Message);
    // Over plain http on a local network there are no locks: each page has a stream of its own.
    if (channel === null || navigator.locks === undefined) void lead(signal);
    else void navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => undefined);
  }

  function end(): void {
    clearTimeout(hiding);
    leading?.abort();
    leading = null;
  }

  function onVisibility(): void {
    if (!document.hidden) return begin();
    clearTimeout(hiding);
    hiding = setTimeout(end, hiddenMs);
  }

  const onMessage = ({ data }: MessageEvent<Message>) => hear(data);
  channel?.addEventListener('message', onMessage);
  document.addEventListener('visibilitychange', onVisibility);
  // A page that the browser puts aside whole has neither a stream nor a lock.
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', onVisibility);
  if (!document.hidden) begin();

  return () => {
    end();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', end);
    window.removeEventListener('pageshow', onVisibility);
    channel?.close();
  };
}
