import { useEffect, useEffectEvent } from 'react';
import { loadPart } from '../../../lib/calls/load-part.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { FinalMarksProps } from './final-marks.tsx';

const loadMarks = () => loadPart(() => import('./final-marks.tsx'));

/** Where two mentors mark a final project: few batches have it, so its form is loaded on demand. */
export function FinalPart(props: FinalMarksProps) {
  const { found, failure, read } = useRead(loadMarks);
  const begin = useEffectEvent(() => void read());
  useEffect(() => begin(), []);
  if (failure !== null) return <Notice tone="error">{failure}</Notice>;
  return found === null ? <p role="status">Loading …</p> : <found.FinalMarks {...props} />;
}
