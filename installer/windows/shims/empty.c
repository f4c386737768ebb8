/* python3.dll of the rehearsal holds nothing itself: its definition file forwards every name to python311.dll. */
int __stdcall DllMain(void *module, unsigned reason, void *reserved)
{
    (void)module, (void)reason, (void)reserved;
    return 1;
}
