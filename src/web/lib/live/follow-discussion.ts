import type { QuestionChange } from '#contract/forum/calls';
import { paths } from '#contract/paths';
import { callAddress } from '../calls/call-address.ts';
import { discussionChannel, privateChannel } from '../stored-names/offline.ts';

/** Milliseconds: polling without a stream; silence that closes a stream. */
const lookMs = 20_000;
const silentMs = 50_000;
/** Milliseconds after a refusal, doubled each time. */
const retryMs = { first: 5_000, most: 60_000 };
/** Milliseconds after which a hidden page follows nothing. */
const hiddenMs = 10_000;

type Message =
  | { type: 'told'; version: number; change: QuestionChange | null }
  /** A page starts following; the stream's owner answers with its version. */
  | { type: 'begun' }
  | { type: 'at'; version: number }
  | { type: 'look' };

type Following = {
  /** Which stream: of the batch, or of its private questions. */
  feed?: 'followDiscussion' | 'followPrivate';
  s_id: string;
  seen: number;
  onChange: (change: QuestionChange, version: number) => void;
  /** More may have changed than was reported: reload the discussion. */
  onLook: () => void;
};

/**
 * Follows a discussion while visible. One page per browser holds the stream by a lock and informs the others;
 * without a stream, all poll.
 * @returns stops it
 */
export function followDiscussion({
  feed = 'followDiscussion',
  s_id,
  seen,
  onChange,
  onLook,
}: Following): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const name = feed === 'followPrivate' ? privateChannel(s_id) : discussionChannel(s_id);
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
    // A restored database has lower versions.
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

  /** Resolves when it closed or was silent too long. */
  function listen(signal: AbortSignal): Promise<{ wasOpen: boolean }> {
    return new Promise((resolve) => {
      const address = callAddress(paths[feed].path, { s_id }, { after: version });
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
      // The browser reconnects itself, except after a refusal.
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
    // Plain http has no locks: each page opens a stream.
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
  // A page in the back/forward cache has neither stream nor lock.
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
