import { TypeList } from './type-list';
import { TypePage } from './type-page';

/** The node types of this site: the list, or the one that is looked at. */
export function NodeTypesView({ item }: { readonly item: string | null }) {
  return item === null ? <TypeList /> : <TypePage key={item} id={item} />;
}
