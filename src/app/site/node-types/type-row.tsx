import { Ellipsis } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Category, NodeType } from '../../../catalog/types';
import { Badge } from '../../../ui/badge';
import { IconButton } from '../../../ui/icon-button';
import { Menu } from '../../../ui/menu';
import { Switch } from '../../../ui/switch';
import { Tooltip } from '../../../ui/tooltip';
import { editorRoute, hrefOf, siteRoute } from '../../routes';
import shared from '../site.module.css';
import { TintedIcon } from '../tinted-icon';
import type { ListedType } from './list-types';
import type { TypeVerbs } from './use-type-verbs';

/** One node type of the list. */
export const TypeRow = memo(function TypeRow({
  type: { nodeType, standing, provided },
  category,
  verbs,
  onRemove,
}: {
  readonly type: ListedType;
  readonly category: Category | undefined;
  readonly verbs: TypeVerbs;
  readonly onRemove: (nodeType: NodeType) => void;
}) {
  const t = useTranslations('nodeTypes');
  const { id, label, enabled } = nodeType;
  return (
    <li className={shared.row} data-type={id}>
      <TintedIcon icon={nodeType.icon} colour={nodeType.color ?? category?.color} />
      <div className={shared.names}>
        <div className={shared.name}>
          {standing === 'workflow' ? (
            <a href={hrefOf(editorRoute(nodeType.workflow ?? ''))}>{label}</a>
          ) : (
            <a href={hrefOf(siteRoute('node-types', id))}>{label}</a>
          )}
          {standing !== 'shipped' && (
            <Tooltip text={t(`standingHint.${standing}`)}>
              <span>
                <Badge tone={standing === 'changed' ? 'warning' : 'accent'}>
                  {t(`standing.${standing}`)}
                </Badge>
              </span>
            </Tooltip>
          )}
          {!provided && <Badge tone="warning">{t('notProvided')}</Badge>}
          {!enabled && <Badge>{t('offBadge')}</Badge>}
        </div>
        <div className={shared.detail} title={nodeType.description}>
          <code>{id}</code> · <code>{nodeType.executor_plugin}</code>
        </div>
      </div>
      {standing !== 'workflow' && (
        <>
          <Tooltip text={t('onOffHelp')}>
            <span>
              <Switch
                label={t('onOff', { label })}
                checked={enabled}
                onChange={(on) => void verbs.turn(nodeType, on)}
              />
            </span>
          </Tooltip>
          <Menu
            trigger={
              <IconButton label={t('more', { label })}>
                <Ellipsis size={18} aria-hidden />
              </IconButton>
            }
            items={typeMenu({ nodeType, standing }, verbs, onRemove, t)}
          />
        </>
      )}
    </li>
  );
});

type Translate = ReturnType<typeof useTranslations<'nodeTypes'>>;

/** The rare actions of a node type, in the list and on its page. */
export function typeMenu(
  { nodeType, standing }: Pick<ListedType, 'nodeType' | 'standing'>,
  verbs: TypeVerbs,
  onRemove: (nodeType: NodeType) => void,
  t: Translate,
) {
  return [
    { id: 'duplicate', label: t('duplicate'), onSelect: () => void verbs.duplicate(nodeType) },
    { id: 'yaml', label: t('downloadYaml'), onSelect: () => void verbs.download(nodeType, 'yaml') },
    { id: 'json', label: t('downloadJson'), onSelect: () => void verbs.download(nodeType, 'json') },
    ...(standing === 'changed'
      ? [
          { id: 'line', separator: true as const },
          { id: 'reset', label: t('reset'), onSelect: () => void verbs.reset(nodeType) },
        ]
      : []),
    ...(standing === 'own'
      ? [
          { id: 'line', separator: true as const },
          { id: 'remove', label: t('remove'), danger: true, onSelect: () => onRemove(nodeType) },
        ]
      : []),
  ];
}
