import type { Act } from './act.ts';

/** What pages and the service worker tell each other about an account's outbox. */
export type OutboxMessage = { account: string } & (
  | { type: 'changed' }
  /** An attempt is under way: the fraction that has been sent, from 0 to 1; null when it has ended. */
  | { type: 'progress'; id: string; fraction: number | null }
  /** It went; `answer` is what the call answered. */
  | { type: 'sent'; act: Act; answer: unknown }
  /** Whoever sends this act shall stop. */
  | { type: 'stop'; id: string }
);
type Listener = (message: OutboxMessage) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel | null {
  if (channel !== null || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel('capstone outbox');
  channel.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) =>
    listeners.forEach((listener) => listener(data)),
  );
  return channel;
}

/** Tells everybody, this page too. */
export function announce(message: OutboxMessage): void {
  openChannel()?.postMessage(message);
  listeners.forEach((listener) => listener(message));
}

/** @returns ends it */
export function listen(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
