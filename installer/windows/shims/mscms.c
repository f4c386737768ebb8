/* Wine 8 ends a program that asks for a colour profile; these say that there is none. */
int GetColorProfileFromHandle(void *profile, unsigned char *data, unsigned *size)
{
    (void)profile, (void)data, (void)size;
    return 0;
}
int CloseColorProfile(void *profile) { (void)profile; return 1; }
void *OpenColorProfileW(void *profile, unsigned access, unsigned share, unsigned mode)
{
    (void)profile, (void)access, (void)share, (void)mode;
    return 0;
}
void *WcsCreateIccProfile(void *profile, unsigned options) { (void)profile, (void)options; return 0; }
