import { memo, useState, type ComponentProps } from 'react';
import { questionAddress } from '#contract/forum/question-view';
import { FoldedQuestion } from './folded-question.tsx';
import { QuestionCard } from './question-card.tsx';

type QuestionItemProps = Omit<ComponentProps<typeof QuestionCard>, 'foldable'> & {
  batch: string;
  isUnfolded: boolean;
  /** Null where it is the only one, which stays whole. */
  onFold: ((id: string, isUnfolded: boolean) => void) | null;
  /** How many comments have come since it was read that are not shown yet. */
  fresh: number;
};

/** A question of the list, folded or whole. What folds and unfolds it keeps the focus, and its place on the screen. */
export const QuestionItem = memo(function QuestionItem({
  batch,
  isUnfolded,
  onFold,
  fresh,
  ...card
}: QuestionItemProps) {
  // What is pressed goes: what takes its place has the focus from the start.
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
