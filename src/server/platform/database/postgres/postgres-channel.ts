import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelEars } from '../engine.ts';
import { PostgresClient } from './postgres-client.ts';

const channelName = 'capstone';
/** Milliseconds in which topics are gathered into one message. */
const gatherMs = 20;
/** PostgreSQL's limit is 8,000. */
const maxMessageBytes = 7_900;
/** Of waiting topics; more become `anything`. */
const maxWaiting = 1_000;
const anything = '*';
/** Milliseconds between probes of an idle connection, and for an answer: lines may break silently. */
const heartbeatMs = 10_000;
const answerMs = 5_000;
const minBackoffMs = 100;
const maxBackoffMs = 2_000;
const closingMs = 2_000;

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
 * LISTEN and NOTIFY on a connection of its own, renewed when it breaks. A NOTIFY inside a transaction would
 * lock the whole database at its end.
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
      // A hint need not survive a crash.
      options: '-c synchronous_commit=off',
    });
    client.on('notification', ({ processId, payload = anything }) => {
      // Subscribers of this process have heard already.
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

  /** Resolves on closing. @throws when the connection is lost */
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

  /** Unsent topics wait for the next connection. */
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
