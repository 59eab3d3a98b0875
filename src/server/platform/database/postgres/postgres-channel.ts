import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelEars } from '../engine.ts';
import { PostgresClient } from './postgres-client.ts';

const channelName = 'capstone';
/** How long topics are gathered into one message, in milliseconds. */
const gatherMs = 20;
/** PostgreSQL refuses a message of 8,000 bytes. */
const maxMessageBytes = 7_900;
/** So many topics wait at most, as while the connection is lost; more are one: anything. */
const maxWaiting = 1_000;
const anything = '*';
/** How often a connection at rest is tried, and how long an answer may take: a line may break without a word. */
const heartbeatMs = 10_000;
const answerMs = 5_000;
const minBackoffMs = 100;
const maxBackoffMs = 2_000;
/** How long closing waits for what is to be sent, in milliseconds. */
const closingMs = 2_000;

/** Joins topics into messages as long as PostgreSQL lets them be. */
function toMessages(topics: Iterable<string>): string[] {
  const messages: string[] = [];
  let message = '';
  for (const topic of topics) {
    const longer = message === '' ? topic : `${message}\n${topic}`;
    if (Buffer.byteLength(longer) <= maxMessageBytes) {
      message = longer;
    } else {
      messages.push(message);
      message = topic;
    }
  }
  return message === '' ? messages : [...messages, message];
}

/**
 * LISTEN and NOTIFY on a connection of its own, which is made again whenever it breaks. A message is a transaction by
 * itself: sent inside another one it would take a lock on the whole database at that one's end.
 * @param url `postgres://…`
 */
export function openPostgresChannel(url: string, { hear, hearAnything, report }: ChannelEars): Channel {
  const closing = new AbortController();
  const waiting = new Set<string>();
  let connection: PostgresClient | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isSending = false;
  let onDrained = (): void => {};

  async function open(): Promise<PostgresClient> {
    const client = new PostgresClient({
      connectionString: url,
      application_name: 'capstone events',
      keepAlive: true,
      keepAliveInitialDelayMillis: heartbeatMs,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      // A hint need not survive a crash, so it waits for no disk.
      options: '-c synchronous_commit=off',
    });
    client.on('notification', ({ processId, payload = anything }) => {
      // What this process sends, its own subscribers have heard already.
      if (processId === (client as unknown as { processID: number }).processID) return;
      const topics = payload.split('\n');
      if (topics.includes(anything)) hearAnything();
      else hear(topics);
    });
    try {
      await client.connect();
      await client.query(`listen ${channelName}`);
      closing.signal.throwIfAborted();
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    return client;
  }

  /** Resolves when the channel closes. @throws when the connection is lost */
  async function watchOver(client: PostgresClient): Promise<void> {
    const lost = new Promise<never>((_, reject) => {
      client.once('error', reject);
      client.once('end', () => reject(new Error('The connection was closed')));
    });
    const beat = async (): Promise<void> => {
      while (!closing.signal.aborted) {
        await sleep(heartbeatMs, null, { signal: closing.signal, ref: false }).catch(() => {});
        if (!closing.signal.aborted) await client.query('select 1');
      }
    };
    await Promise.race([lost, beat()]);
  }

  async function keepConnected(): Promise<void> {
    let isLost = false;
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      try {
        const client = await open();
        connection = client;
        if (isLost) report('restored');
        isLost = false;
        failures = 0;
        hearAnything();
        void flush();
        try {
          await watchOver(client);
        } finally {
          connection = null;
          void client.end().catch(() => {});
        }
      } catch (error) {
        if (!isLost && !closing.signal.aborted) report('lost', error);
        isLost = true;
      }
      const backoff = Math.min(minBackoffMs * 2 ** failures, maxBackoffMs) * (0.5 + Math.random());
      await sleep(backoff, null, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  /** Sends what waits; what cannot be sent waits for the next connection. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const client = connection;
    if (isSending || client === null || waiting.size === 0) return;
    isSending = true;
    const topics = waiting.size > maxWaiting ? [anything] : [...waiting];
    waiting.clear();
    try {
      for (const message of toMessages(topics))
        await client.query('select pg_notify($1, $2)', [channelName, message]);
    } catch {
      for (const topic of topics) waiting.add(topic);
      void client.end().catch(() => {});
    }
    isSending = false;
    if (waiting.size === 0) onDrained();
    else timer ??= setTimeout(() => void flush(), gatherMs).unref();
  }

  const connected = keepConnected();
  return {
    send(topics) {
      for (const topic of topics) if (waiting.size <= maxWaiting) waiting.add(topic);
      timer ??= setTimeout(() => void flush(), gatherMs).unref();
    },
    async close() {
      if (waiting.size > 0 || isSending) {
        const drained = new Promise<void>((resolve) => (onDrained = resolve));
        void flush();
        const giveUp = new AbortController();
        await Promise.race([drained, sleep(closingMs, null, { signal: giveUp.signal }).catch(() => {})]);
        giveUp.abort();
      }
      closing.abort();
      // The abort also ends a connection attempt.
      if (connection !== null) await connected;
    },
  };
}
