import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NodeType } from '../../../catalog/types';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { useServices } from '../../services';
import shared from '../site.module.css';
import { draftsUsing, type TypeUse } from './drafts-using';

/** Deletes at once where no workflow uses the type; else says which ones do, and asks. */
export function RemoveDialog({
  nodeType,
  onRemove,
  onClose,
}: {
  readonly nodeType: NodeType;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('nodeTypes');
  const { drafts } = useServices();
  const [use, setUse] = useState<TypeUse | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, for the type that it was opened for.
  useEffect(() => {
    let ended = false;
    void draftsUsing(drafts, new Set([nodeType.id])).then((found) => {
      if (ended) return;
      const known = found.ok ? found.value : { drafts: [], unread: 1 };
      if (known.drafts.length > 0 || known.unread > 0) {
        setUse(known);
        return;
      }
      onRemove();
      onClose();
    });
    return () => {
      ended = true;
    };
  }, []);
  if (use === null) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle', { label: nodeType.label })}
      closeLabel={t('close')}
      {...(use.drafts.length > 0 ? { description: t('removeText', { count: use.drafts.length }) } : {})}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onRemove();
              onClose();
            }}
          >
            {t('remove')}
          </Button>
        </>
      }
    >
      <ul className={shared.used}>
        {use.drafts.map((draft) => (
          <li key={draft.id}>{t('removeUse', { name: draft.name, count: draft.nodes })}</li>
        ))}
      </ul>
      {use.unread > 0 && <p className={shared.quiet}>{t('removeUnread', { count: use.unread })}</p>}
    </Dialog>
  );
}
