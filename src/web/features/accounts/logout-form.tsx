import type { ReactNode } from 'react';

/** Before hydration the button logs out by the account screen's action. */
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
