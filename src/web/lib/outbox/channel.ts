import { createListeners } from '../listeners.ts';
import { outboxChannel } from '../stored-names/offline.ts';
import type { QueuedRequest } from './queued-request.ts';

/** Versions share these messages between pages and the service worker: shapes stay. */
export type OutboxMessage = { account: string } & (
  | { type: 'changed' }
  /** The fraction sent, 0 to 1; null at the end of an attempt. */
  | { type: 'progress'; id: string; fraction: number | null }
  | { type: 'sent'; act: QueuedRequest; answer: unknown }
  | { type: 'stop'; id: string }
);

const listeners = createListeners<[OutboxMessage]>();
let channel: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel | null {
  if (channel !== null || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(outboxChannel);
  channel.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) => listeners.notify(data));
  return channel;
}

/** Also reaches this page. */
export function announce(message: OutboxMessage): void {
  openChannel()?.postMessage(message);
  listeners.notify(message);
}

/** @returns stops listening */
export function listen(listener: (message: OutboxMessage) => void): () => void {
  openChannel();
  return listeners.subscribe(listener);
}
