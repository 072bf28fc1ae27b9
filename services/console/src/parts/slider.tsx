import { Label } from 'react-aria-components/Label';
import { Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import './slider.css';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Formats a value for users. */
  readonly format: (value: number) => string;
  readonly onChange: (value: number) => void;
}

/** Slider for a number between `min` and `max`. */
export const Slider = ({ label, value, min, max, step, format, onChange }: SliderProps) => (
  <AriaSlider
    className="slider"
    value={value}
    minValue={min}
    maxValue={max}
    step={step}
    onChange={(changed) => onChange(Array.isArray(changed) ? (changed[0] ?? value) : changed)}
  >
    <Label className="field-label">{label}</Label>
    <SliderOutput className="slider-value">{format(value)}</SliderOutput>
    <SliderTrack className="slider-track">
      <SliderThumb className="slider-thumb" />
    </SliderTrack>
  </AriaSlider>
);
