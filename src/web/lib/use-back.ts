import { useNavigate } from 'react-router';

/**
 * One page back; where this is the visit's first page, the screen's parent takes its place, so that the parent's own
 * Back goes further up instead of returning here. The router counts the pages of a visit in the history's own state,
 * which a reload keeps.
 */
export function useBack(parent: string): () => void {
  const navigate = useNavigate();
  return () => {
    const { idx } = (history.state ?? {}) as { idx?: number };
    void (idx !== undefined && idx > 0 ? navigate(-1) : navigate(parent, { replace: true }));
  };
}
