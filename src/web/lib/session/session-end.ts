/** What a logout must know of the outbox, apart from it: the header's bar is on screens that load no outbox. */
type OpenOutbox = {
  /** How many acts have not gone. */
  count(): number;
  removeAll(): Promise<void>;
  close(): void;
};

let open: OpenOutbox = { count: () => 0, removeAll: () => Promise.resolve(), close: () => undefined };

/** To be called by the outbox when it is loaded. */
export function setOpenOutbox(outbox: OpenOutbox): void {
  open = outbox;
}

export function outboxAtLogout(): OpenOutbox {
  return open;
}
