import { useNavigate } from 'react-router';

/**
 * On the first page of a visit the parent screen replaces the current entry, so that its own Back goes
 * further up. The router keeps an entry's index in `history.state`.
 */
export function useBack(parent: string): () => void {
  const navigate = useNavigate();
  return () => {
    const { idx } = (history.state ?? {}) as { idx?: number };
    void (idx !== undefined && idx > 0 ? navigate(-1) : navigate(parent, { replace: true }));
  };
}
