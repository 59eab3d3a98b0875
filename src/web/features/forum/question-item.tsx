import { memo, useState, type ComponentProps } from 'react';
import { questionAddress } from '#contract/forum/question-view';
import { FoldedQuestion } from './folded-question.tsx';
import { QuestionCard } from './question-card.tsx';

type QuestionItemProps = Omit<ComponentProps<typeof QuestionCard>, 'foldable'> & {
  batch: string;
  isUnfolded: boolean;
  /** null for the only question, which stays unfolded. */
  onFold: ((id: string, isUnfolded: boolean) => void) | null;
  /** New comments that are not shown yet. */
  fresh: number;
};

/** A question of the list, folded or unfolded. Toggling keeps the focus and the scroll position. */
export const QuestionItem = memo(function QuestionItem({
  batch,
  isUnfolded,
  onFold,
  fresh,
  ...card
}: QuestionItemProps) {
  // The clicked button is removed: its replacement takes the focus.
  const [takesFocus, setTakesFocus] = useState(false);
  if (onFold === null) return <QuestionCard {...card} />;
  const { question } = card;
  const { _id: id } = question;
  const address = questionAddress(batch, id);
  const press = (next: boolean) => {
    setTakesFocus(true);
    onFold(id, next);
  };
  if (isUnfolded)
    return (
      <QuestionCard
        {...card}
        foldable={{ address, takesFocus, onFold: () => press(false) }}
        onMarkUnread={() => {
          card.onMarkUnread(id);
          press(false);
        }}
      />
    );
  return (
    <FoldedQuestion
      question={question}
      address={address}
      takesFocus={takesFocus}
      fresh={fresh}
      onUnfold={() => press(true)}
    />
  );
});
