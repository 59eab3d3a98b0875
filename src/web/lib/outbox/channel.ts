import type { QueuedRequest } from './queued-request.ts';

/** Versions share these messages between pages and the service worker: shapes stay. */
export type OutboxMessage = { account: string } & (
  | { type: 'changed' }
  /** The fraction sent, 0 to 1; null at the end of an attempt. */
  | { type: 'progress'; id: string; fraction: number | null }
  | { type: 'sent'; act: QueuedRequest; answer: unknown }
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

/** Also reaches this page. */
export function announce(message: OutboxMessage): void {
  openChannel()?.postMessage(message);
  listeners.forEach((listener) => listener(message));
}

/** @returns stops listening */
export function listen(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
