/** Apart from the outbox: the header's bar is on screens that load none. */
type OpenOutbox = {
  /** Unsent requests. */
  count(): number;
  /** Whether one of them would be lost with the page. */
  hasUnkept(): boolean;
  removeAll(): Promise<void>;
  close(): void;
};

let open: OpenOutbox = {
  count: () => 0,
  hasUnkept: () => false,
  removeAll: () => Promise.resolve(),
  close: () => undefined,
};

export function setOpenOutbox(outbox: OpenOutbox): void {
  open = outbox;
}

export function outboxAtLogout(): OpenOutbox {
  return open;
}
