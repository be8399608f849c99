// Installs the last release and makes its small database, which the upgrade waits for: node
// --conditions=@event-platform/source lab/chaos/upgrade/prepare.ts
import { datasetSize, lastRelease } from './released-version.ts';

lastRelease()?.dataset(datasetSize(true));
