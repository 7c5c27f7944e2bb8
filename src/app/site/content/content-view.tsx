import { CollectionView } from './collection-view';
import { CollectionsView } from './collections-view';

/** The local content: its collections, or the documents of one. */
export function ContentView({ item }: { readonly item: string | null }) {
  return item === null ? <CollectionsView /> : <CollectionView key={item} name={item} />;
}
