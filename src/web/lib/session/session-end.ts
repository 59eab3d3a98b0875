/** Apart from the outbox: the header's bar is on screens that load none. */
type OpenOutbox = {
  /** Unsent requests. */
  count(): number;
  /** Whether one of them would be lost with the page. */
  hasUnkept(): boolean;
  removeAll(): Promise<void>;
  close(): void;
};

let open: OpenOutbox | null = null;

export function setOpenOutbox(outbox: OpenOutbox): void {
  open = outbox;
}

/** Null before a screen has opened it. */
export function outboxAtLogout(): OpenOutbox | null {
  return open;
}
