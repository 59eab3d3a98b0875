import { Fragment, type ReactNode, useState } from 'react';
import { useNavigationType } from 'react-router';

/** Starts anew for another entry, but not for one that its form has renamed: the new address replaces the old one. */
export function EntryOf({ name, children }: { name: string; children: ReactNode }) {
  const isReplaced = useNavigationType() === 'REPLACE';
  const [shown, setShown] = useState({ name, key: name });
  if (shown.name !== name) setShown({ name, key: isReplaced ? shown.key : name });
  return <Fragment key={shown.key}>{children}</Fragment>;
}
