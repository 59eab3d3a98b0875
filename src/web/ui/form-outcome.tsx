import { MessageRoom } from './message-room.tsx';
import { Notice } from './notice.tsx';

/** Under a form of the staff's: why it was refused, or that it was done. */
export function FormOutcome({ failure, told }: { failure: string | undefined; told: string }) {
  return (
    <MessageRoom>
      {failure !== undefined && <Notice tone="error">{failure}</Notice>}
      {failure === undefined && told !== '' && <Notice tone="success">{told}</Notice>}
    </MessageRoom>
  );
}
