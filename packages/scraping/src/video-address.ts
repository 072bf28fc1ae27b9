const hosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$|^youtu\.be$/i;

/** Whether an address belongs to the video platform: a video, a playlist or a channel. */
export const isVideoAddress = ({ hostname }: URL): boolean => hosts.test(hostname);
