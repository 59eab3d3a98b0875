import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

/** The viva begins with a Submit button; pressing it reveals the form (specification, sections 2 and 4). */
export function VivaFormGate({ children }: { children: ReactNode }) {
  const [isRevealed, setRevealed] = useState(false);
  if (isRevealed) return children;
  return (
    <div>
      <Button onClick={() => setRevealed(true)}>Submit</Button>
    </div>
  );
}
