import type { ReactNode } from 'react';

/** Around a button that ends the session: before its script it does so by the action of the account's screen. */
export function LogoutForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      method="post"
      action="/account"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
