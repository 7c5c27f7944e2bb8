import { MdiIcon } from '../../ui/mdi-icon';
import styles from './site.module.css';

/** An icon in the colour of its node type or category, as palette and canvas show it. */
export function TintedIcon({ icon, colour }: { readonly icon: string; readonly colour: string | undefined }) {
  const tinted = colour !== undefined && colour !== '' && CSS.supports('color', colour);
  return (
    <span className={styles.swatch} data-tinted={tinted} style={tinted ? { '--tint': colour } : undefined}>
      <MdiIcon name={icon} size={20} />
    </span>
  );
}
