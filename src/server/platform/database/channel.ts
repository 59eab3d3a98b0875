/** Carries topics between processes on one database. Lossy: polling makes up for it. */
export type Channel = {
  /** Notifies other processes within milliseconds, batched into one message. */
  send(topics: Iterable<string>): void;
  /** Flushes if that is quick, then closes. */
  close(): Promise<void>;
};

export type ChannelEars = {
  hear(topics: readonly string[]): void;
  /** The connection was interrupted, or the topic is unknown. */
  hearAnything(): void;
  report(state: 'lost' | 'restored', error?: unknown): void;
};
