import { MessageRoom } from './message-room.tsx';
import { Notice } from './notice.tsx';

/** Under a form of the staff's: why it was refused. That it was done, the screen's message says. */
export function FormOutcome({ failure }: { failure: string | undefined }) {
  return <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>;
}
