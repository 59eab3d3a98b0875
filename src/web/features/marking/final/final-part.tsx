import { call, errorMessage } from '../../../lib/calls/client.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useLoaded } from '../lines/use-loaded.ts';
import type { FinalMarksProps } from './final-marks.tsx';

const loadMarks = () => loadPart(import('./final-marks.tsx'));

/** In place of the mark's form where two mentors mark a final project. Few batches have it: loaded on demand. */
export function FinalPart({ number, ...props }: { number: string } & Omit<FinalMarksProps, 'shown'>) {
  const { loaded, retry } = useLoaded(() =>
    Promise.all([loadMarks(), call('readFinalMarks', { params: { id: number } })]),
  );
  if (loaded === null) return <p role="status">Loading …</p>;
  if ('error' in loaded)
    return (
      <ErrorState title="Your marks could not be loaded" onRetry={retry}>
        <p>{errorMessage(loaded.error)}</p>
      </ErrorState>
    );
  const [{ FinalMarks }, shown] = loaded.value;
  return <FinalMarks {...props} shown={shown} />;
}
