import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { COLLECTION_NAME } from './documents';

/** Names a new collection (`null`), or gives one another name. */
export function NameDialog({
  name,
  taken,
  onName,
  onClose,
}: {
  readonly name: string | null;
  readonly taken: (name: string) => boolean;
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const t = useTranslations('content.name');
  const words = useTranslations('content.document');
  const form = useId();
  const [typed, setTyped] = useState(name ?? '');
  const [asked, setAsked] = useState(false);
  const wished = typed.trim();
  const fault = !COLLECTION_NAME.test(wished)
    ? t('shape')
    : wished !== name && taken(wished)
      ? t('taken')
      : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name === null ? t('newTitle') : t('renameTitle', { name })}
      closeLabel={words('close')}
      footer={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {name === null ? t('create') : t('rename')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (wished === name) onClose();
          else if (fault === undefined) void onName(wished);
        }}
      >
        <Field
          label={t('label')}
          help={name === null ? t('newHelp') : t('help')}
          error={asked || (wished !== '' && wished !== name) ? fault : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              mono
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
