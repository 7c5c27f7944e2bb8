// The second file of the Service Worker, as a script that leaves one function behind (`sw.ts` says why there are two).
import { installLinearEngine } from '../model/linear-engine';
import { re2Engine } from '../model/re2-engine';
import { createTabs } from '../store/tabs';
import { createDoorAnswers } from './door-answers';
import { DOORS_GLOBAL } from './doors-global';

installLinearEngine(re2Engine);
Object.assign(globalThis, { [DOORS_GLOBAL]: createDoorAnswers({ tabs: createTabs() }) });
