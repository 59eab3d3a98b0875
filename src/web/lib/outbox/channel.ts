import type { QueuedRequest } from './queued-request.ts';

/** Messages between pages and the service worker about an account's outbox; versions share them, so shapes stay. */
export type OutboxMessage = { account: string } & (
  | { type: 'changed' }
  /** An attempt is running: the fraction sent, from 0 to 1; null when it has ended. */
  | { type: 'progress'; id: string; fraction: number | null }
  /** It was sent; `answer` is the call's answer. */
  | { type: 'sent'; act: QueuedRequest; answer: unknown }
  /** Stops the attempt. */
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

/** Tells other pages, the worker and this page. */
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
