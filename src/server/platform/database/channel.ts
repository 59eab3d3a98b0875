/** Carries topics between the processes that have one database open; what it loses, polling makes good. */
export type Channel = {
  /** Tells the other processes, within some milliseconds and in one message with what else there is to tell. */
  send(topics: Iterable<string>): void;
  /** Sends what waits, if that takes no longer than a moment, and ends. */
  close(): Promise<void>;
};

/** Who a channel reports to. */
export type ChannelEars = {
  /** Another process says that these topics have changed. */
  hear(topics: readonly string[]): void;
  /** Anything may have changed: nothing was heard for a while, or what changed is not known. */
  hearAnything(): void;
  /** The connection is lost, or there again, after an error that says why. */
  report(state: 'lost' | 'restored', error?: unknown): void;
};
