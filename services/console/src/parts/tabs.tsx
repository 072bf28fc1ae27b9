import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import './tabs.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly {
    readonly key: string;
    readonly label: string;
    readonly content: () => ReactNode;
  }[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** Tabs; only the selected one is rendered. */
export const Tabs = ({ label, tabs, chosen, onChoose }: TabsProps) => (
  <AriaTabs className="tabs" selectedKey={chosen} onSelectionChange={(key) => onChoose(String(key))}>
    <TabList className="tab-list" aria-label={label}>
      {tabs.map((tab) => (
        <Tab key={tab.key} id={tab.key} className="tab">
          {tab.label}
        </Tab>
      ))}
    </TabList>
    {tabs.map((tab) => (
      <TabPanel key={tab.key} id={tab.key} className="tab-panel">
        {tab.content()}
      </TabPanel>
    ))}
  </AriaTabs>
);
