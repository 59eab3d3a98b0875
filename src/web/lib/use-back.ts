import { useNavigate } from 'react-router';

/**
 * History back; on the first page of a visit the parent screen replaces the current entry, so that the parent's own Back
 * goes further up instead of returning here. The router stores the index of an entry in `history.state`, which survives a
 * reload.
 */
export function useBack(parent: string): () => void {
  const navigate = useNavigate();
  return () => {
    const { idx } = (history.state ?? {}) as { idx?: number };
    void (idx !== undefined && idx > 0 ? navigate(-1) : navigate(parent, { replace: true }));
  };
}
