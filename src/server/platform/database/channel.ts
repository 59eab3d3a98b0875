/** Carries topics between processes on one database. Lossy: polling makes up for it. */
export type Channel = {
  /** Notifies other processes within milliseconds, batched into one message. */
  send(topics: Iterable<string>): void;
  /** Flushes pending topics if that is quick, then closes. */
  close(): Promise<void>;
};

/** Callbacks of a channel. */
export type ChannelEars = {
  /** Another process changed these topics. */
  hear(topics: readonly string[]): void;
  /** Anything may have changed: the connection was interrupted, or the topic is unknown. */
  hearAnything(): void;
  report(state: 'lost' | 'restored', error?: unknown): void;
};
